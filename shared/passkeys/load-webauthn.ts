/** Loads it with the first passkey: its parsers of certificates would be a seventh of what a start of the platform loads. */
export const loadWebAuthn = () => import('@simplewebauthn/server');
