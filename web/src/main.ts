import './style.css';
import { App } from './app';
import { loadWasmEngine } from './engine/wasm';
import { byId } from './ui/dom';
import { errorPage } from './ui/error_page';

declare global {
  interface Window {
    /** The page, for its tests. */
    surefoot?: App;
  }
}

async function start(): Promise<void> {
  try {
    const app = new App(await loadWasmEngine());
    window.surefoot = app;
    await app.begin();
    document.body.dataset.ready = 'true';
  } catch (fault) {
    byId('view').append(errorPage('The engine did not start', undefined, fault, () => location.reload()));
    throw fault;
  }
}

void start();
