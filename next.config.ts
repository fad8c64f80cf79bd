import type { NextConfig } from 'next';

const config: NextConfig = {
  serverExternalPackages: ['pg', 'pg-boss', '@node-rs/argon2', 'pino'],
};
export default config;
