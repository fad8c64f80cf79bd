CREATE TABLE "member_counts" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"part" uuid NOT NULL,
	"members" integer NOT NULL,
	CONSTRAINT "member_counts_chain_id_gym_id_part_pk" PRIMARY KEY("chain_id","gym_id","part")
);
--> statement-breakpoint
ALTER TABLE "member_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "member_counts" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "member_counts" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "member_counts" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
REVOKE ALL ON "member_counts" FROM front_desk_platform;
--> statement-breakpoint
GRANT SELECT ON "member_counts" TO front_desk_platform;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "member_counts" TO front_desk_operator;
--> statement-breakpoint
-- Adds to a row of the gym that no other transaction is writing to, or to a new one: nobody waits here, so no circle of
-- waiting can begin here. A gym gets as many rows as transactions have changed its members at the same time.
CREATE FUNCTION add_to_member_count(chain uuid, gym uuid, change integer) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  free uuid;
BEGIN
  SELECT part INTO free FROM member_counts WHERE chain_id = chain AND gym_id = gym LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE member_counts SET members = members + change WHERE chain_id = chain AND gym_id = gym AND part = free;
  ELSE
    INSERT INTO member_counts (chain_id, gym_id, part, members) VALUES (chain, gym, gen_random_uuid(), change);
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_members() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM add_to_member_count(OLD.chain_id, OLD.gym_id, -1) WHERE OLD.is_known_to_v2;
    PERFORM add_to_member_count(NEW.chain_id, NEW.gym_id, 1) WHERE NEW.is_known_to_v2;
  ELSE
    PERFORM add_to_member_count(chain_id, gym_id, TG_ARGV[0]::integer * count(*)::integer)
      FROM changed WHERE is_known_to_v2 GROUP BY chain_id, gym_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "counted" AFTER INSERT ON "memberships" REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION count_members('1');
--> statement-breakpoint
CREATE TRIGGER "no_longer_counted" AFTER DELETE ON "memberships" REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION count_members('-1');
--> statement-breakpoint
-- Most updates change neither, and do not call the function.
CREATE TRIGGER "counted_elsewhere" AFTER UPDATE ON "memberships" FOR EACH ROW
WHEN ((OLD.gym_id, OLD.is_known_to_v2) IS DISTINCT FROM (NEW.gym_id, NEW.is_known_to_v2))
EXECUTE FUNCTION count_members();
--> statement-breakpoint
-- Before the owner changes: a login without the rights of the new owner would change nothing, with a warning only.
REVOKE ALL ON FUNCTION add_to_member_count(uuid, uuid, integer), count_members() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION add_to_member_count(uuid, uuid, integer) TO front_desk_operator;
--> statement-breakpoint
ALTER FUNCTION add_to_member_count(uuid, uuid, integer) OWNER TO front_desk_operator;
--> statement-breakpoint
ALTER FUNCTION count_members() OWNER TO front_desk_operator;
--> statement-breakpoint
-- The triggers hold off whoever writes members until this is committed. Only the operator sees them all.
SET ROLE front_desk_operator;
--> statement-breakpoint
INSERT INTO member_counts (chain_id, gym_id, part, members)
SELECT chain_id, gym_id, gen_random_uuid(), count(*) FROM memberships WHERE is_known_to_v2 GROUP BY chain_id, gym_id;
--> statement-breakpoint
RESET ROLE;
