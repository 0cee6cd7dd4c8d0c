<?php
/**
 * The web server in front of WordPress: the rules of `.htaccess`, and what other servers do (see switches.json).
 *
 * @package Statecast_Tests
 */

$switches = (array) json_decode( (string) @file_get_contents( __DIR__ . '/switches.json' ), true );
$path     = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
$query    = strstr( $_SERVER['REQUEST_URI'], '?' );

/**
 * Sends a page of the web server.
 *
 * @param int    $status HTTP status.
 * @param string $title  Title and heading.
 */
function statecast_test_page( $status, $title ) {
	http_response_code( $status );
	header( 'Content-Type: text/html; charset=UTF-8' );
	echo "<!DOCTYPE html><html><head><title>$title</title></head><body><h1>$title</h1></body></html>";
}

// A web application firewall. The value is a part of the path.
if ( isset( $switches['firewall'] ) && str_contains( $path, $switches['firewall'] ) ) {
	statecast_test_page( 403, 'Checking your browser' );
	return true;
}

// A rule that adds or removes the slash at the end. The body of a POST is lost.
if ( isset( $switches['slashRedirect'] ) && str_starts_with( $path, '/wp-json/' ) ) {
	$wanted = rtrim( $path, '/' ) . ( 'add' === $switches['slashRedirect'] ? '/' : '' );
	if ( $wanted !== $path ) {
		header( "Location: $wanted$query", true, 301 );
		return true;
	}
}

// Apache with CGI, without CGIPassAuth.
if ( ! empty( $switches['stripAuthorization'] ) ) {
	unset( $_SERVER['HTTP_AUTHORIZATION'] );
}

// A server that prints warnings.
ini_set( 'display_errors', isset( $switches['warnings'] ) ? '1' : '0' );

$file = __DIR__ . $path;
if ( is_file( $file ) || is_file( rtrim( $file, '/' ) . '/index.php' ) && '/' !== $path ) {
	return false;
}

// With plain permalinks WordPress removes its rules from .htaccess.
if ( ! empty( $switches['plainPermalinks'] ) && '/' !== $path ) {
	statecast_test_page( 404, 'Not Found' );
	return true;
}

unset( $_SERVER['PATH_INFO'] );
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF']    = '/index.php';
require __DIR__ . '/index.php';
