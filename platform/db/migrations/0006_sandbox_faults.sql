CREATE TABLE "sandbox_faults" (
	"name" text PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_faults_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule" json NOT NULL,
	"times_left" integer
);
--> statement-breakpoint
CREATE TABLE "sandbox_state" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "sandbox_faults", "sandbox_state" TO front_desk_operator;
--> statement-breakpoint
GRANT SELECT ON SEQUENCE "sandbox_faults_place_seq" TO front_desk_operator;
