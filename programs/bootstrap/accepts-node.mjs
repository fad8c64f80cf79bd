/**
 * Whether this Node can install everything in the lock file: npm silently omits an optional package whose `engines`
 * excludes the Node, and native binaries are optional packages.
 * @param version such as "22.12.0"
 */
export function acceptsNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major === 20) return minor >= 19;
  return major === 22 ? minor >= 12 : major > 22;
}
