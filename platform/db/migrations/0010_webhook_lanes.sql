ALTER TABLE "webhooks" ADD COLUMN "lane" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Only the operator sees the webhooks of all chains.
SET ROLE front_desk_operator;
--> statement-breakpoint
UPDATE webhooks SET lane = (numbered.number - 1) % 20
FROM (
  SELECT chain_id, webhook_id, row_number() OVER (PARTITION BY chain_id, gym_id ORDER BY webhook_id) AS number FROM webhooks
) numbered
WHERE webhooks.chain_id = numbered.chain_id AND webhooks.webhook_id = numbered.webhook_id;
--> statement-breakpoint
RESET ROLE;
