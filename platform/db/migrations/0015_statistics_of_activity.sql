-- The planner knows nothing of what was written until it was analyzed. PostgreSQL does that by itself minutes after much was
-- written, and never looks at a table as the whole of its months. Whoever wrote much asks for it here: a role that may not
-- name a partition may not analyze it either.
CREATE FUNCTION analyze_activity() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  ANALYZE strength_workouts, strength_assessments, flexibility_measurements, body_measurements, visits, admissions,
    chain_profiles, memberships;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION analyze_activity() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION analyze_activity() TO front_desk_operator;
