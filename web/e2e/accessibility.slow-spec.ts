import './accessibility.e2e-spec';
import { checkEveryCombination } from './check-accessibility';

checkEveryCombination();
