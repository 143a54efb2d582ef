import { PASSWORD_HASHING } from '@ringwell/platform/crypto/password';

// Tests hash hundreds of passwords, so they use the minimum cost that the library accepts.
Object.assign(PASSWORD_HASHING, { memoryCost: 8, timeCost: 1 });
