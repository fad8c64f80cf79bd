import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { securityHeaders } from './lib/server/door/security-headers.ts';

const headers = Object.entries(securityHeaders).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  poweredByHeader: false,
  // hosts that build the same sources get the same build id and files, so that either can serve a window
  generateBuildId: () => process.env.BUILD_ID || null,
  reactStrictMode: true,
  // no page uses Next's image optimisation: its route is one less to attack
  images: { unoptimized: true },
  // `npm run build` and `npm run verify` check the types of the whole repository themselves
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // one page is open all day: few large chunks instead of many small ones shared between pages
    turbopackChunking: { minChunkSize: 150_000 },
  },
  serverExternalPackages: ['pg', 'pg-boss', '@node-rs/argon2', 'pino', 'prom-client'],
  // the path of RFC 9116; folders of the app router cannot begin with a dot
  rewrites: async () => [{ source: '/.well-known/security.txt', destination: '/security.txt' }],
  headers: async () => [{ source: '/:path*', headers }],
};

const withMessages = createNextIntlPlugin({
  requestConfig: './lib/server/i18n/request.ts',
  // the browser then needs no parser for messages
  experimental: {
    messages: { path: ['./messages/en', './messages/de'], format: 'json', locales: 'infer', precompile: true },
  },
});

export default withMessages(config);
