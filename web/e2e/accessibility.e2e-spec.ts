import { checkPagesOf } from './check-pages';

checkPagesOf(['user']);
