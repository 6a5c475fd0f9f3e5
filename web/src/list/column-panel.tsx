import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { AnyTable } from '@usance/wire/list'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { titleOf } from './titles.ts'
import type { ChosenColumn, ColumnState } from './use-columns.ts'

/** One line a column: a handle to drag (or space and arrows), and a box to show it. The last one shown stays. */
export default function ColumnPanel({ list, columns }: { list: AnyTable; columns: ColumnState }) {
  const text = useText()
  const { all, shown, isNumbered, isCompact, setCompact, save, reset } = columns
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const at = (id: unknown) => all.findIndex((one) => one.key === id)
    save(arrayMove(all, at(active.id), at(over.id)))
  }
  return (
    <>
      <p className="column-hint">{text('table.columnsHint')}</p>
      <label className="check column-numbers">
        <input type="checkbox" checked={isNumbered} onChange={() => save(all, !isNumbered)} />
        {text('table.numbers')}
      </label>
      <label className="check column-numbers">
        <input type="checkbox" checked={isCompact} onChange={() => setCompact(!isCompact)} />
        {text('table.compact')}
      </label>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={all.map((one) => one.key)} strategy={verticalListSortingStrategy}>
          <ul className="column-list">
            {all.map((one) => (
              <Line
                key={one.key}
                one={one}
                title={titleOf(list, one.key)}
                fixed={one.column.kept || (one.checked && shown.length === 1)}
                onToggle={() => save(all.map((other) => (other.key === one.key ? { ...other, checked: !other.checked } : other)))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <Button look="text" small onClick={reset}>
        {text('table.columnsReset')}
      </Button>
    </>
  )
}

function Line({ one, title, fixed, onToggle }: { one: ChosenColumn; title: string; fixed: boolean; onToggle: () => void }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: one.key })
  const style = {
    transform: transform ? `translateY(${transform.y}px)` : undefined,
    transition,
    zIndex: isDragging ? 1 : undefined,
  }
  return (
    <li ref={setNodeRef} style={style} className={isDragging ? 'column-line is-dragging' : 'column-line'}>
      <button type="button" className="column-handle" aria-label={title} {...attributes} {...listeners}>
        <Icon name="drag" size={15} />
      </button>
      <label className="check">
        <input type="checkbox" checked={one.checked} disabled={fixed} onChange={onToggle} />
        {title}
      </label>
    </li>
  )
}
