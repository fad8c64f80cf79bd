import type { Product } from '#contracts/v2/products.ts';
import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { ProductRow } from '#platform/db/schema/products.ts';
import type { Call } from '#platform/services/call.ts';

export type ProductFacts = Pick<ProductRow, 'productId' | 'title' | 'description' | 'scope'>;

const productById: NamedStatement = {
  name: 'product_by_id',
  text: `SELECT product_id AS "productId", title, description, scope FROM products
    WHERE chain_id = $1 AND gym_id = $2 AND product_id = $3`,
};

const maxProductId = 2 ** 31 - 1;

/** @throws 404 PRODUCT if the calling gym does not have the product, or the id is malformed */
export async function findProduct({ db, chainId, gymId }: Call, productId: string): Promise<ProductFacts> {
  const isNumber = /^[1-9]\d{0,9}$/.test(productId) && Number(productId) <= maxProductId;
  const [product] = isNumber ? await db.find<ProductFacts>(productById, [chainId, gymId, Number(productId)]) : [];
  if (!product) throw notFound('PRODUCT');
  return product;
}

export const toProduct = ({ productId, title, description, scope }: ProductFacts): Product => ({
  productId: String(productId),
  title,
  description,
  scope,
});
