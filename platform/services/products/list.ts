import type { Product } from '#contracts/v2/products.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { type ProductFacts, toProduct } from './product.ts';

const productsOfGym: NamedStatement = {
  name: 'products_of_gym',
  text: `SELECT product_id AS "productId", title, description, scope FROM products
    WHERE chain_id = $1 AND gym_id = $2 ORDER BY product_id`,
};

/** What members can book in the calling gym. */
export async function listProducts({ db, chainId, gymId }: Call): Promise<Product[]> {
  const products = await db.find<ProductFacts>(productsOfGym, [chainId, gymId]);
  return products.map(toProduct);
}
