-- Whoever is writing an answer ends first; then every answer says who has to act by the field of today.
LOCK TABLE "taps" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
UPDATE "taps" SET "answer" = jsonb_set("answer", '{decision,reasons}', (
  SELECT jsonb_agg(
    CASE WHEN "reason" ? 'whoseMove'
      THEN "reason" - 'whoseMove' || jsonb_build_object('nextActor', "reason" -> 'whoseMove')
      ELSE "reason" END
    ORDER BY "place")
  FROM jsonb_array_elements("answer" #> '{decision,reasons}') WITH ORDINALITY AS "reasons" ("reason", "place")))
WHERE "answer" @? '$.decision.reasons[*].whoseMove';
