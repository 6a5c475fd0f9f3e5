/** Why something was not accepted, also told to who listens; nothing while there is nothing to say. */
export function FormError({ error, as: Tag = 'span' }: { error: string | undefined; as?: 'span' | 'p' }) {
  if (!error) return null
  return (
    <Tag className="form-error" role="alert">
      {error}
    </Tag>
  )
}
