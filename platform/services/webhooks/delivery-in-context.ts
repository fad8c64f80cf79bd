/** Why a delivery cannot be sent again. */
const obstacles = ['under way', 'member forgotten', 'opted out', 'webhook disabled'] as const;
export type Obstacle = (typeof obstacles)[number];

/**
 * SQL: what keeps a delivery from being sent again, or null. The event would be the same one, so it must still be known
 * whom it is about, and the member must still share data; a receiver that said it is gone is taken up first.
 */
export const obstacleOfDelivery = `CASE
    WHEN delivery.state NOT IN ('DELIVERED', 'FAILED') THEN 'under way'
    WHEN delivery.type = 'TEST' THEN NULL
    WHEN person.account_id IS NULL THEN 'member forgotten'
    WHEN NOT person.shares_data THEN 'opted out'
    WHEN hook.disabled_at IS NOT NULL THEN 'webhook disabled'
  END`;

/** SQL: a delivery with its `hook` and, where the chain knows them, the `person` it is about. */
export const deliveryInContext = `webhook_deliveries delivery
    JOIN webhooks hook ON hook.chain_id = delivery.chain_id AND hook.webhook_id = delivery.webhook_id
    LEFT JOIN chain_profiles person
      ON person.chain_id = delivery.chain_id AND person.account_id = delivery.account_id`;
