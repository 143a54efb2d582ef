import { checkEveryCombination } from './check-accessibility';
import { checkPages } from './check-pages';

checkEveryCombination();
checkPages(['visitor', 'user', 'demo', 'admin']);
