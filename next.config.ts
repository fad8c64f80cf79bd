import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(self), microphone=(), geolocation=()' },
];

const config: NextConfig = {
  poweredByHeader: false,
  // two hosts that build the same sources serve the same pages and files, so that a window may be answered by either
  generateBuildId: () => process.env.BUILD_ID || null,
  reactStrictMode: true,
  // no page has an image that Next would draw anew: its address for that is one less to ask
  images: { unoptimized: true },
  // `npm run build` and `npm run verify` check the types of the whole repository themselves
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // one page is open all day: a few larger files for it instead of many that other pages could share
    turbopackChunking: { minChunkSize: 150_000 },
  },
  serverExternalPackages: ['pg', 'pg-boss', '@node-rs/argon2', 'pino', 'prom-client'],
  // RFC 9116 wants it there; Next's own folders cannot begin with a dot
  rewrites: async () => [{ source: '/.well-known/security.txt', destination: '/security.txt' }],
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
};

const withMessages = createNextIntlPlugin({
  requestConfig: './lib/server/i18n/request.ts',
  // the browser then needs no parser for messages
  experimental: {
    messages: { path: ['./messages/en', './messages/de'], format: 'json', locales: 'infer', precompile: true },
  },
});

export default withMessages(config);
