import { Injectable } from '@nestjs/common';
import type Sharp from 'sharp';

import { AppError, unavailable, unsupportedMedia } from '@ringwell/domain/errors/app-error';
import { Semaphore } from '@ringwell/platform/semaphore';

export const PICTURE_TYPE = 'image/webp';

// Enough for a phone's 24-megapixel photos. The worst case of this size, an interlaced PNG, takes 0.8 s and 92 MB.
const MAX_PIXELS = 25_000_000;
// Looks sharp on any screen, and the file stays small.
const SIDE_PIXELS = 512;
const TIMEOUT_SECONDS = 10;
// Each waiting picture takes up to 2 MB of memory.
const MAX_WAITING = 32;

let sharpPromise: Promise<typeof Sharp> | undefined;

/** Re-encodes pictures to remove metadata, and so that users never receive another user's original file. */
@Injectable()
export class PictureEncoder {
  private waitingCount = 0;
  private readonly semaphore = new Semaphore();

  /**
   * Encodes one picture at a time to limit memory use.
   * @param picture a PNG, JPEG or WebP file, identified by its content
   * @returns a small WebP file, upright and without metadata such as the location of a photo
   * @throws AppError `UNSUPPORTED_PICTURE`, `PICTURE_TOO_LARGE`, `PICTURES_BUSY`
   */
  async encode(picture: Buffer): Promise<Buffer> {
    if (this.waitingCount >= MAX_WAITING)
      throw unavailable('PICTURES_BUSY', 'Too many pictures are being saved right now. Try again in a moment.', {
        retryable: true,
      });
    this.waitingCount += 1;
    try {
      return await this.semaphore.run(() => encodeNow(picture));
    } finally {
      this.waitingCount -= 1;
    }
  }
}

async function encodeNow(picture: Buffer): Promise<Buffer> {
  sharpPromise ??= loadSharp();
  const sharp = await sharpPromise;
  try {
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata(); // only reads the header
    if (width * height > MAX_PIXELS)
      throw new AppError({
        kind: 'too_large',
        code: 'PICTURE_TOO_LARGE',
        message: 'This picture has too many pixels. Choose one of at most 25 megapixels, such as 5,000 by 5,000.',
      });
    return await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError
      ? error
      : unsupportedMedia('UNSUPPORTED_PICTURE', "We can't read this picture. Choose a PNG, JPEG or WebP file.", {
          cause: error,
        });
  }
}

// Loads the library when the first picture arrives, because few requests need it.
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Most image library vulnerabilities affect formats that avatars don't use.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}
