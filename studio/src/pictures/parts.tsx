// What several pictures have: grips, marks, items.

import { Handle } from '../draw/handle';
import type { Room } from '../draw/frame';
import { shown } from '../draw/scale';
import type { Grip, Mark } from './sheet';

export function Grips({ grips, room, onEnd }: { grips: Grip[]; room: Room; onEnd: () => void }) {
  return (
    <>
      {grips.map((grip) => (
        <Handle
          key={grip.id}
          className={grip.ink}
          x={room.x(grip.x)}
          y={room.y(grip.y)}
          name={grip.name}
          value={grip.value}
          words={grip.words ?? shown(grip.value)}
          low={grip.low}
          high={grip.high}
          onDrag={(x, y) => grip.move(room.x.invert(x), room.y.invert(y))}
          onStep={(right, up) => grip.move(grip.x + right * grip.step[0], grip.y + up * grip.step[1])}
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
