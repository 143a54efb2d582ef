import './accessibility.e2e-spec';
import './accessibility-account.e2e-spec';
import './accessibility-admin.e2e-spec';
import { combinations } from './check-accessibility';

// In both themes in both sizes, because a part of a page may exist in one of the sizes only.
const { of: before } = combinations;
beforeAll(() => {
  combinations.of = 'all';
});
afterAll(() => {
  combinations.of = before;
});
