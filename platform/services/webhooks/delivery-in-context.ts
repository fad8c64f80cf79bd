/** Why a delivery cannot be sent again. */
const obstacles = ['under way', 'member forgotten', 'opted out', 'webhook disabled'] as const;
export type Obstacle = (typeof obstacles)[number];

/**
 * SQL: why a delivery cannot be sent again, or null. The same event would be sent, so its member must still be known
 * and still share data. A webhook that answered 410 Gone must be enabled first.
 */
export const obstacleOfDelivery = `CASE
    WHEN delivery.state NOT IN ('DELIVERED', 'FAILED') THEN 'under way'
    WHEN delivery.type = 'TEST' THEN NULL
    WHEN person.account_id IS NULL THEN 'member forgotten'
    WHEN NOT person.shares_data THEN 'opted out'
    WHEN hook.disabled_at IS NOT NULL THEN 'webhook disabled'
  END`;

/** SQL: a delivery with its `hook`, and the `person` it is about if the chain knows them. */
export const deliveryInContext = `webhook_deliveries delivery
    JOIN webhooks hook ON hook.chain_id = delivery.chain_id AND hook.webhook_id = delivery.webhook_id
    LEFT JOIN chain_profiles person
      ON person.chain_id = delivery.chain_id AND person.account_id = delivery.account_id`;
