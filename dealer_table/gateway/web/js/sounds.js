// @ts-check
/** Short sounds made here, not loaded: a chip, a card, a return. Silent until somebody touches the page, as browsers ask. */

/** Frequencies in Hz, one after the other. @type {Record<"chip" | "card" | "paid", number[]>} */
const TUNES = { chip: [1800], card: [420], paid: [523, 659, 784] };
const NOTE_SECONDS = 0.09;
const LOUDNESS = 0.08;

export class Sounds {
  isOn = true;
  /** @type {AudioContext | null} */
  #context = null;

  /** @param {"chip" | "card" | "paid"} tune */
  play(tune) {
    if (!this.isOn || !navigator.userActivation?.hasBeenActive) return;
    this.#context ??= new AudioContext();
    const { currentTime } = this.#context;
    TUNES[tune].forEach((pitch, at) => this.#note(pitch, currentTime + at * NOTE_SECONDS));
  }

  /**
   * @param {number} pitch
   * @param {number} at
   */
  #note(pitch, at) {
    const context = /** @type {AudioContext} */ (this.#context);
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(LOUDNESS, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + NOTE_SECONDS);
  }
}
