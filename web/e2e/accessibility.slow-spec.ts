import { checkEveryCombination } from './check-accessibility';
import { checkPagesOf } from './check-pages';

checkEveryCombination();
checkPagesOf(['visitor', 'user', 'demo', 'admin']);
