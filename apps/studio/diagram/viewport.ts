import { type Signal, signal } from "@preact/signals";
import type { Point } from "../../../src/index.ts";
import type { Box } from "./geometry.ts";

/** Which part of a drawing is on the screen: screen = drawing * scale + (x, y). */
export interface View {
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
