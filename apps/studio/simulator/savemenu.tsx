/** A list of formats that saves in the one that is chosen. */
export function SaveMenu<F extends string>({
  label,
  words,
  formats,
  disabled = false,
  save,
}: {
  readonly label: string;
  /** What stands there until one is chosen. */
  readonly words: string;
  readonly formats: readonly (readonly [F, string])[];
  readonly disabled?: boolean;
  readonly save: (format: F) => void;
}) {
  return (
    <select
      aria-label={label}
      disabled={disabled}
      value=""
      onChange={(event) => {
        const format = event.currentTarget.value as F;
        event.currentTarget.value = "";
        save(format);
      }}
    >
      <option value="" disabled>
        {words}
      </option>
      {formats.map(([format, text]) => (
        <option key={format} value={format}>
          {text}
        </option>
      ))}
    </select>
  );
}
