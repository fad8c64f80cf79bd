ALTER TABLE "rfids" ADD COLUMN "is_decimal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "is_prospect";