import { Secret, TOTP } from 'otpauth';

/** A user's authenticator app. Its clock can be set ahead, because only one code is accepted every 30 seconds. */
export class AuthenticatorApp {
  private readonly totp: TOTP;

  /** @param secret in base32, as the user types it */
  constructor(secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  }

  /** @param steps number of 30-second steps from now */
  generateCode(steps = 0): string {
    return this.totp.generate({ timestamp: Date.now() + steps * 30_000 });
  }

  /** Returns a code that is wrong now, and for at least a minute before and after. */
  findWrongCode(): string {
    const nearbyCodes = [-3, -2, -1, 0, 1, 2, 3].map((steps) => this.generateCode(steps));
    return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
      (code) => !nearbyCodes.includes(code),
    ) as string;
  }
}
