import type { Plugin } from 'vite';
import type {} from 'vitest/node';

/**
 * Lets the browser cache modules during a run. Vite would have it revalidate each one for each test file, which takes
 * longer than most of the tests.
 */
export function cacheModules(): Plugin {
  let isWatching = true;
  return {
    name: 'cache-modules',
    enforce: 'pre', // before Vitest, which has the browser revalidate packages too
    configureVitest: ({ vitest }) => {
      isWatching = vitest.config.watch;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        // a changed module must be loaded again
        if (!isWatching && request.headers['sec-fetch-dest'] === 'script') {
          const setHeader = response.setHeader.bind(response);
          response.setHeader = (name, value) =>
            setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600' : value);
        }
        next();
      });
    },
  };
}
