import sharp from 'sharp';

import { PictureEncoder } from './picture-encoder.service';

it('encodes pictures one at a time, and rejects pictures while its queue is full', async () => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const encoder = new PictureEncoder();
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => encoder.encode(picture)));
  const rejections = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(rejections).toEqual(Array(8).fill(expect.objectContaining({ code: 'PICTURES_BUSY', retryable: true })));
  expect((await sharp(await encoder.encode(picture)).metadata()).format).toBe('webp');
});

it('continues after a file that is not a picture', async () => {
  const encoder = new PictureEncoder();
  await expect(encoder.encode(Buffer.from('not a picture'))).rejects.toMatchObject({ code: 'UNSUPPORTED_PICTURE' });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer();
  expect((await encoder.encode(picture)).length).toBeGreaterThan(0);
});
