/**
 * A password, and its argon2id hash with the least cost, which the hash itself states: checking it takes 0.1 ms instead
 * of 11 ms.
 */
export const quickPassword = {
  password: 'correct horse battery',
  passwordHash: '$argon2id$v=19$m=8,t=1,p=1$MYXAA/+7+hpW0dfYIu8yNQ$ZfnzFQvdhWnyXOyyPUlJ6kjK4sU3yUx+p3LASQxh2Ac',
};
