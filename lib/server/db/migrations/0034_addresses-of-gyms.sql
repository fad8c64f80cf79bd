ALTER TABLE "locations" ADD COLUMN "slug" text;--> statement-breakpoint
-- the oldest keeps its name alone; an accent that stands for no letter of ours becomes a hyphen
DO $$
DECLARE
  found record;
  base text;
  wanted text;
  number int;
BEGIN
  FOR found IN SELECT id, name FROM locations ORDER BY created_at, id LOOP
    -- lower() knows the letters of ASCII alone where the cluster has no language
    base := lower(translate(found.name, 'ÄÖÜ', 'äöü'));
    base := replace(replace(replace(replace(base, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss');
    base := trim(both '-' from left(regexp_replace(base, '[^a-z0-9]+', '-', 'g'), 60));
    IF base = '' THEN base := 'gym'; END IF;
    wanted := base;
    number := 1;
    WHILE EXISTS (SELECT FROM locations WHERE slug = wanted) LOOP
      number := number + 1;
      wanted := base || '-' || number;
    END LOOP;
    UPDATE locations SET slug = wanted WHERE id = found.id;
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "locations" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_slug_unique" UNIQUE("slug");