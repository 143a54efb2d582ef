import { checkPages } from './check-pages';

checkPages(['user']);
