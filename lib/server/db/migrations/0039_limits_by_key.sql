-- Nothing is known of which key a row was; without it, a bucket is full.
DELETE FROM "key_buckets";--> statement-breakpoint
ALTER TABLE "key_buckets" DROP CONSTRAINT "key_buckets_pkey";--> statement-breakpoint
ALTER TABLE "key_buckets" ADD COLUMN "key_digest" text NOT NULL;--> statement-breakpoint
ALTER TABLE "key_buckets" ADD CONSTRAINT "key_buckets_location_id_key_digest_pk" PRIMARY KEY("location_id","key_digest");
