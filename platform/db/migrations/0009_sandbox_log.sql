CREATE TABLE "sandbox_attempts" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_attempts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"webhook_id" bigint NOT NULL,
	"url" text NOT NULL,
	"type" text NOT NULL,
	"attempt" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	"signed" text,
	"signature" text,
	"answer" text,
	"logged_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_requests" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" double precision NOT NULL,
	"interface" text NOT NULL,
	"operation" text,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"credential" text,
	"gym_id" uuid,
	"status" integer,
	"fault" text,
	"request_body" text,
	"answer_body" text
);
--> statement-breakpoint
CREATE INDEX "sandbox_attempts_of_delivery" ON "sandbox_attempts" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_requests_by_id" ON "sandbox_requests" USING btree ("request_id");--> statement-breakpoint
ALTER TABLE "sandbox_requests" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "sandbox_attempts" SET UNLOGGED;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "sandbox_requests", "sandbox_attempts" TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
GRANT SELECT ON SEQUENCE "sandbox_requests_number_seq", "sandbox_attempts_number_seq" TO front_desk_operator;
