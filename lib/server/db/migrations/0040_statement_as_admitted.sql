ALTER TABLE "admissions" ADD COLUMN "membership_id" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "lacks_admission" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- PostgreSQL reads the sign of an offset the other way round than the runtime does, so what the desk has counted by the day of such a time
-- zone was of another day; a trigger deletes it. It becomes the name of the same offset, as far as there is one, which for part of an hour
-- is that of the only region there; any other becomes the one of the nearest hour.
WITH "offsets" AS (
  SELECT "id", (left("time_zone", 1) || '1')::int * (substr("time_zone", 2, 2)::int * 60
    + coalesce(nullif(replace(substr("time_zone", 4), ':', ''), ''), '0')::int) AS "minutes"
  FROM "locations" WHERE "time_zone" ~ '^[+-]'
)
UPDATE "locations" SET "time_zone" = CASE "minutes"
  WHEN 0 THEN 'Etc/UTC'
  WHEN -570 THEN 'Pacific/Marquesas'
  WHEN -210 THEN 'America/St_Johns'
  WHEN 210 THEN 'Asia/Tehran'
  WHEN 270 THEN 'Asia/Kabul'
  WHEN 330 THEN 'Asia/Kolkata'
  WHEN 345 THEN 'Asia/Kathmandu'
  WHEN 390 THEN 'Asia/Yangon'
  WHEN 525 THEN 'Australia/Eucla'
  WHEN 570 THEN 'Australia/Darwin'
  WHEN 630 THEN 'Australia/Lord_Howe'
  WHEN 765 THEN 'Pacific/Chatham'
  ELSE 'Etc/GMT' || CASE WHEN "minutes" > 0 THEN '-' ELSE '+' END || least(round(abs("minutes") / 60.0), CASE WHEN "minutes" > 0 THEN 14 ELSE 12 END)
END
FROM "offsets" WHERE "offsets"."id" = "locations"."id";--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_time_zone" CHECK ("locations"."time_zone" !~ '^[+-]');
