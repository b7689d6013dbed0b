import { type Signal, signal } from "@preact/signals";
import type { Point } from "../../../src/index.ts";
import type { Box } from "./geometry.ts";

/** Which part of a drawing is on the screen: screen = drawing * scale + (x, y). */
interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export class Viewport {
  readonly view: Signal<View | undefined> = signal(undefined);

  fit(box: Box, width: number, height: number, most = 1.25): void {
    if (width === 0 || height === 0) return;
    const scale = Math.max(0.05, Math.min(width / box.width, height / box.height, most));
    this.view.value = {
      scale,
      x: (width - box.width * scale) / 2 - box.x * scale,
      y: (height - box.height * scale) / 2 - box.y * scale,
    };
  }

  pan(dx: number, dy: number): void {
    const v = this.view.value;
    if (v !== undefined) this.view.value = { ...v, x: v.x + dx, y: v.y + dy };
  }

  /** Pans as far as it takes to see a point of the drawing, with some room around it. */
  show(place: Point, width: number, height: number): void {
    const v = this.view.value;
    if (v === undefined || width === 0) return;
    const room = Math.min(90, width / 4, height / 4);
    const into = (at: number, size: number): number => Math.max(room, Math.min(size - room, at)) - at;
    this.pan(into(place.x * v.scale + v.x, width), into(place.y * v.scale + v.y, height));
  }

  /** What was seen whole stays so when the room for it changes, with as little motion as that takes. */
  keep(box: Box, before: Point, room: Point): void {
    const v = this.view.value;
    if (v === undefined || before.x === 0 || before.y === 0 || room.x === 0 || room.y === 0) return;
    const low = { x: box.x * v.scale + v.x, y: box.y * v.scale + v.y };
    const high = { x: low.x + box.width * v.scale, y: low.y + box.height * v.scale };
    if (Math.min(low.x, low.y) < -1 || high.x > before.x + 1 || high.y > before.y + 1) return;
    const over = { x: Math.max(0, high.x - room.x), y: Math.max(0, high.y - room.y) };
    if (over.x > low.x + 1 || over.y > low.y + 1) this.fit(box, room.x, room.y);
    else if (over.x > 1 || over.y > 1) this.pan(-over.x, -over.y);
  }

  /** Zooms about a point of the screen. */
  zoom(factor: number, at: Point): void {
    const v = this.view.value;
    if (v === undefined) return;
    const scale = Math.max(0.05, Math.min(6, v.scale * factor));
    const real = scale / v.scale;
    this.view.value = { scale, x: at.x - (at.x - v.x) * real, y: at.y - (at.y - v.y) * real };
  }

  toDrawing(screen: Point): Point {
    const v = this.view.value ?? { x: 0, y: 0, scale: 1 };
    return { x: (screen.x - v.x) / v.scale, y: (screen.y - v.y) / v.scale };
  }
}
