CREATE TABLE "secret_canary" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed" text NOT NULL
);

--> statement-breakpoint
-- Only a start and the operator's commands read and write it.
REVOKE ALL ON "secret_canary" FROM front_desk_platform;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "secret_canary" TO front_desk_operator;
