import { memo, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The least a list page can be: rows in a plain table, one filter, a box a row, and a page for one of them.
type Record = { id: string } & { [column: string]: string }
const ask = async <T,>(path: string): Promise<T> => (await fetch(path)).json()

function List({ open }: { open: (id: string) => void }) {
  const [rows, setRows] = useState<Record[]>([])
  const [typed, setTyped] = useState('')
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    ask<Record[]>('/rows').then(setRows)
  }, [])
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
  const toggle = (id: string) =>
    choose((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <>
      <input id="filter" aria-label="Filter" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th>Box</th>
              {columns.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <input type="checkbox" aria-label={row.id} checked={chosen.has(row.id)} onChange={() => toggle(row.id)} />
                  <button type="button" className="open" onClick={() => open(row.id)}>
                    Open
                  </button>
                </td>
                <Cells row={row} columns={columns} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const Cells = memo(
  ({ row, columns }: { row: Record; columns: string[] }) => columns.map((name) => <td key={name}>{row[name]}</td>),
  (before, now) => before.row === now.row,
)

function Detail({ id }: { id: string }) {
  const [row, setRow] = useState<Record>()
  useEffect(() => {
    ask<Record>(`/rows/${id}`).then(setRow)
  }, [id])
  return (
    row && (
      <dl id="detail">
        {Object.entries(row).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  )
}

function Floor() {
  const [id, open] = useState<string>()
  return id ? <Detail id={id} /> : <List open={open} />
}
createRoot(document.getElementById('root')!).render(<Floor />)
