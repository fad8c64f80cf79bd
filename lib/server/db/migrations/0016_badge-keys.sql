CREATE TABLE "badge_keys" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed_key" text NOT NULL,
	CONSTRAINT "badge_keys_only" CHECK ("badge_keys"."is_only")
);
