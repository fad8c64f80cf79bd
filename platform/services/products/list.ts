import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import type { ProductFacts } from './product.ts';

const productsOfGym: NamedStatement = {
  name: 'products_of_gym',
  text: `SELECT product_id AS "productId", title, description, scope FROM products
    WHERE chain_id = $1 AND gym_id = $2 ORDER BY product_id`,
};

/** The products that members can book in the calling gym. */
export const listProducts = ({ db, chainId, gymId }: Call): Promise<ProductFacts[]> =>
  db.find<ProductFacts>(productsOfGym, [chainId, gymId]);
