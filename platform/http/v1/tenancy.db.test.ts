import { expect, test } from 'vitest';
import { type OperationId, operations } from '#contracts/v1/operations.ts';
import type { Asked } from '#platform/testing/client.ts';
import { contentsOf } from '#platform/testing/contents.ts';
import { type GymSamples, gymOperationIds, sampleGym } from '#platform/testing/gym-samples.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

/** Operations without an id of anything: they list the gym's data or report that it is alive. */
const namingNothing: OperationId[] = ['listProducts', 'listTasks', 'alive'];
const namingSomething = gymOperationIds.filter((operation) => !namingNothing.includes(operation));

/** A stranger's request: with the ids of the owner, and a product of their own if one is needed. */
async function foreignRequest(owner: GymSamples, stranger: TestGym, operation: OperationId): Promise<Asked> {
  const asked = owner.requests[operation];
  if (operation !== 'activateProduct') return asked;
  const [{ productId }] = (await stranger.askV1('listProducts')).body;
  return { ...asked, body: { ...Object(asked.body), productId } };
}

test('another chain finds nothing of an owner by any operation with ids, and changes nothing', async () => {
  const owner = await sampleGym(platform);
  const stranger = await platform.newGym();
  const before = await contentsOf(platform);
  for (const operation of namingSomething) {
    const { status } = await stranger.askV1(operation, await foreignRequest(owner, stranger, operation));
    expect([operation, status]).toEqual([operation, 404]);
  }
  expect(await contentsOf(platform)).toEqual(before);
});

test('another chain lists nothing of an owner', async () => {
  const owner = await sampleGym(platform);
  const stranger = await platform.newGym();
  const own = (await owner.gym.askV1('listProducts')).body.map(({ productId }: { productId: number }) => productId);
  for (const { productId } of (await stranger.askV1('listProducts')).body) expect(own).not.toContain(productId);
  for (const query of [{}, { 'modified-since': '2000-01-01' }] as Record<string, string>[]) {
    expect((await stranger.askV1('listTasks', { query })).body).toEqual([]);
  }
});

test('another gym of the chain sees the members, and neither the tasks nor the products', async () => {
  const owner = await sampleGym(platform);
  const sibling = await platform.newGym({ chainId: owner.gym.chainId });
  const ofOwnGym: OperationId[] = ['getTask', 'updateTask', 'getProduct'];
  for (const operation of gymOperationIds) {
    const { status } = await sibling.askV1(operation, await foreignRequest(owner, sibling, operation));
    const expected = ofOwnGym.includes(operation) ? 404 : operations[operation].success;
    expect([operation, status]).toEqual([operation, expected]);
  }
  const { productId } = Object(owner.requests.activateProduct.body);
  const ofOwner = await sibling.askV1('activateProduct', { ...owner.requests.activateProduct, body: { productId } });
  expect(ofOwner.status).toBe(404);
});

test('a token is valid for its own gym only, even beside another one of the same chain', async () => {
  const owner = await sampleGym(platform);
  const sibling = await platform.newGym({ chainId: owner.gym.chainId });
  for (const operation of gymOperationIds) {
    const { path, body, query = {} } = owner.requests[operation];
    const asked = { path, body, query: { ...query, gymId: sibling.legacyGymId } } as Asked;
    expect([operation, (await owner.gym.askV1(operation, asked)).status]).toEqual([operation, 401]);
  }
});
