const built = /\/_next\/static\/[\w./~%-]+\.(?:js|css|woff2)/g;
const loaded = new Set<string>();

/** The built files that a page references, in its tags or in React's payload. */
export const filesOf = (html: string): string[] => [...new Set([...html.matchAll(built)].map(([file]) => file))];

/** The built files that this page has loaded since it is watched, and before: scripts, fonts and lazy chunks. */
export const loadedFiles = (): string[] => [...loaded];

/**
 * Tells of each built file that the page loads. An observer sees all: the browser's own list ends after 250 requests.
 * @returns ends it
 */
export function watchLoadedFiles(onLoaded: () => void): () => void {
  const observer = new PerformanceObserver((entries) => {
    const paths = entries.getEntries().flatMap((entry) => {
      // the file of a page from before a deployment may be gone
      const isMissing = entry instanceof PerformanceResourceTiming && entry.responseStatus >= 400;
      return isMissing ? [] : [new URL(entry.name).pathname];
    });
    const files = paths.filter((path) => filesOf(path).includes(path) && !loaded.has(path));
    for (const file of files) loaded.add(file);
    if (files.length > 0) onLoaded();
  });
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}
