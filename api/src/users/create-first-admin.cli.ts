import 'reflect-metadata';
import { runCommand } from '../stores/run-command';
import { createFirstAdministrator } from './first-administrator';

// Prints `{"created":true,"email":…,"password":…}` (the password only when it was generated here) or
// `{"created":false,"email":…}`.
void runCommand((unitOfWork, config) =>
  createFirstAdministrator(unitOfWork, {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
    rules: { minLength: config.PASSWORD_MIN_LENGTH, productName: config.PRODUCT_NAME },
  }),
);
