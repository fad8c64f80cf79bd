/**
 * Whether everything that the lock file names comes where this Node installs it: npm leaves out, and says nothing of it, an
 * optional package that takes no such Node, and native parts are optional packages.
 * @param version such as "22.12.0"
 */
export function acceptsNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major === 20) return minor >= 19;
  return major === 22 ? minor >= 12 : major > 22;
}
