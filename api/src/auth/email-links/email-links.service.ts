import { randomUUID } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { MAIL_LINK } from '@ringwell/database/deliveries/mail.entity';
import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';

export interface EmailLink {
  /** Hash of the token, for the caller to store. */
  tokenHash: string;
  /** The link. Never store or log it. */
  url: string;
  mail: NewMail;
}

interface LinkEmailOptions {
  recipient: string;
  subject: string;
  /** The text before the link. Must not contain user input. */
  intro: string;
  footer: string;
  /** Path of the page that the link opens; the token is appended. */
  path: string;
}

/** Composes emails with a secret link. The outbox encrypts the link. Other tables store a hash of its token. */
@Injectable()
export class EmailLinksService {
  constructor(
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  compose({ recipient, subject, intro, footer, path }: LinkEmailOptions): EmailLink {
    const id = randomUUID();
    const token = generateLinkToken();
    const url = `${this.absoluteUrl(path)}?token=${token}`;
    return {
      tokenHash: hashToken(token),
      url,
      mail: {
        id,
        recipient,
        subject,
        body: `${intro}\n\n${MAIL_LINK}\n\n${footer}\n`,
        sealedLink: this.secretBox.seal(url, SEALED_FIELDS.mailLink(id)),
      },
    };
  }

  absoluteUrl(path: string): string {
    return getPublicUrl(this.config) + path;
  }
}

/** @param advice a sentence telling the user what to do instead */
export function linkInvalid(advice: string): AppError {
  return invalid('EMAIL_LINK_INVALID', `This link has expired or was already used. ${advice}`);
}
