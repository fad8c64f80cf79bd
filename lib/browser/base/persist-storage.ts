/**
 * Asks the browser to keep what this site stores also when its disk is full. Browsers decide without a question to the user, except
 * for Firefox, whose question would stand over the counter: it is not asked.
 */
export async function persistStorage({
  storage,
  userAgent,
}: Partial<Pick<Navigator, 'storage' | 'userAgent'>> = navigator): Promise<void> {
  if (!storage?.persist || /Firefox\//.test(userAgent ?? '')) return;
  await storage.persist().catch(() => false);
}
