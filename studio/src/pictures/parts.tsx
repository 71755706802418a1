// What several pictures have: handles, marks, items.

import { Handle } from '../draw/handle';
import type { Room } from '../draw/frame';
import { shown } from '../draw/scale';
import type { DragHandle, Mark } from './sheet';

export function DragHandles({ handles, room, onEnd }: { handles: DragHandle[]; room: Room; onEnd: () => void }) {
  return (
    <>
      {handles.map((handle) => (
        <Handle
          key={handle.id}
          className={handle.ink}
          x={room.x(handle.x)}
          y={room.y(handle.y)}
          name={handle.name}
          value={handle.value}
          words={handle.words ?? shown(handle.value)}
          low={handle.low}
          high={handle.high}
          onDrag={(x, y) => handle.move(room.x.invert(x), room.y.invert(y))}
          onStep={(right, up) => handle.move(handle.x + right * handle.step[0], handle.y + up * handle.step[1])}
          onEnd={onEnd}
        />
      ))}
    </>
  );
}

export function VerticalMarks({ marks, room }: { marks: Mark[]; room: Room }) {
  const [bottom, top] = room.y.range;
  return (
    <>
      {marks.map(
        (mark) =>
          mark.at !== null && (
            <line class={`curve ${mark.ink}`} x1={room.x(mark.at)} x2={room.x(mark.at)} y1={bottom} y2={top}>
              <title>{`${mark.name} ${shown(mark.at)}`}</title>
            </line>
          ),
      )}
    </>
  );
}

export function Item({ x, y, copies, title }: { x: number; y: number; copies: number; title: string }) {
  return (
    <g class="item">
      <circle class="mark items" cx={x} cy={y} r={Math.min(12, 4 + 2 * Math.sqrt(copies - 1))}>
        <title>{title}</title>
      </circle>
      {copies > 1 && (
        <text class="count" x={x} y={y - 9} text-anchor="middle">
          ×{copies}
        </text>
      )}
    </g>
  );
}
