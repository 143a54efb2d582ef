import type { Config } from '../config/environment-settings';
import { DiskStorage } from './disk.storage';
import type { RecordingStorage } from './recording-storage';
import { S3Storage, type S3StorageOptions } from './s3.storage';

type StorageSettings = Pick<
  Config,
  | 'STORAGE_DIR'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ENDPOINT'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
>;

export function createStorage(config: StorageSettings): RecordingStorage {
  const options = readS3Options(config);
  return options ? new S3Storage(options) : new DiskStorage(config.STORAGE_DIR);
}

/** Returns the bucket options, or undefined if recordings are in a folder. */
export function readS3Options(config: Omit<StorageSettings, 'STORAGE_DIR'>): S3StorageOptions | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return bucket
    ? {
        bucket,
        region: config.S3_REGION,
        endpoint: config.S3_ENDPOINT,
        credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
        forcePathStyle: config.S3_FORCE_PATH_STYLE,
      }
    : undefined;
}
