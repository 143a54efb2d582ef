// The pieces of a call that other features show as well. Everything else of this folder is its own.
export { DeliveryChip } from './components/delivery-chip';
export { SentimentTrack } from './components/sentiment-track';
export { TranscriptLines } from './components/transcript-lines';
export { Waveform } from './components/waveform';
