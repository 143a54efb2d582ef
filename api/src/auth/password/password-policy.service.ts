import { Inject, Injectable } from '@nestjs/common';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { verifyPassword } from '@ringwell/platform/crypto/password';
import { findPasswordProblem } from '@ringwell/platform/crypto/password-strength';

import { validationFailed } from '../../http/request/strict-validation.pipe';

interface NewPassword {
  /** The request field that the error names. */
  field: string;
  password: string;
  email: string | null;
}

@Injectable()
export class PasswordPolicyService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws AppError `VALIDATION_FAILED` with a message that says what to do */
  async assertAcceptable({ field, password, email }: NewPassword): Promise<void> {
    const problem = await this.findProblem(password, email);
    if (problem !== undefined) throw validationFailed([{ field, message: problem }]);
  }

  /** @throws AppError `VALIDATION_FAILED` */
  async assertDifferent({ field, password }: Omit<NewPassword, 'email'>, currentHash: string | null): Promise<void> {
    if (currentHash !== null && (await verifyPassword(currentHash, password)))
      throw validationFailed([{ field, message: 'This is the current password. Choose a different one.' }]);
  }

  /** Returns whether a current password would be rejected as a new one. */
  async isOutdated(password: string, email: string | null): Promise<boolean> {
    return (await this.findProblem(password, email)) !== undefined;
  }

  private findProblem(password: string, email: string | null): Promise<string | undefined> {
    const { PASSWORD_MIN_LENGTH: minLength, PRODUCT_NAME: productName } = this.config;
    return findPasswordProblem(password, { minLength, email, productName });
  }
}
