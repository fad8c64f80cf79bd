import { expect, test } from 'vitest';
import { canDeliver } from './register.ts';

test.each([
  ['https://desk.example.com', 'https://api.example.com', true],
  ['https://desk.example.com', 'http://127.0.0.1:4010', true],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:4010', true],
  ['http://localhost:3000', 'http://[::1]:4010', true],
  ['http://127.0.0.1:3000', 'https://api.example.com', false],
  ['http://desk.example.com', 'https://api.example.com', false],
  ['http://192.168.1.20:3000', 'http://127.0.0.1:4010', false],
  ['http://localhost.example.com', 'http://127.0.0.1:4010', false],
])('a desk at %s and a platform at %s: %s', (deskUrl, platformUrl, can) => {
  expect(canDeliver(deskUrl, platformUrl)).toBe(can);
});
