/** Plain text as paragraphs: an empty line begins a new one, a single line break stays. */
export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place
      <p key={index} className="help-text">
        {paragraph}
      </p>
    ))
}
