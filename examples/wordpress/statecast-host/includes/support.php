<?php
/**
 * Questions, support requests and bug reports.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the calls of support.
 */
function statecast_register_support_routes() {
	$filled  = array( 'minLength' => 1 );
	$support = statecast_texts( array( 'name' => 250, 'subject' => 200, 'message' => 5000 ), $filled );
	$report  = statecast_texts( array( 'summary' => 200, 'details' => 5000 ), $filled )
		+ statecast_texts( array( 'page' => 2000, 'user_agent' => 1000 ), array( 'required' => false ) );
	statecast_route( 'channel/v2/faqs', 'GET', 'statecast_faqs' );
	statecast_route( 'channel/v2/support', 'POST', 'statecast_ask_support', STATECAST_SENDER + $support );
	statecast_route( 'channel/v2/bug-report', 'POST', 'statecast_report_bug', STATECAST_SENDER + $report );
}

/**
 * POST channel/v2/support.
 *
 * @param WP_REST_Request $request Request.
 * @return array
 */
function statecast_ask_support( $request ) {
	statecast_mail_support( 'Support: ' . $request['subject'], array( 'Message' => $request['message'] ) );
	return statecast_done( __( 'Thank you. Your message has been sent. We’ll reply within one working day.', 'statecast-host' ) );
}

/**
 * POST channel/v2/bug-report.
 *
 * @param WP_REST_Request $request Request.
 * @return array
 */
function statecast_report_bug( $request ) {
	$fields = array( 'Details' => $request['details'], 'Page' => $request['page'], 'Browser' => $request['user_agent'] );
	statecast_mail_support( 'Bug report: ' . $request['summary'], $fields );
	return statecast_done( __( 'Thank you. Your report has been sent to our engineers.', 'statecast-host' ) );
}

/**
 * Sends a mail of the caller to the administrator.
 *
 * @param string   $subject Subject.
 * @param string[] $fields  Texts by label.
 */
function statecast_mail_support( $subject, $fields ) {
	$user  = wp_get_current_user();
	$lines = array( "$user->display_name ($user->user_login)" );
	foreach ( $fields as $label => $text ) {
		$lines[] = "$label: " . sanitize_textarea_field( $text );
	}
	$headers = array( "Reply-To: $user->user_email" );
	wp_mail( get_option( 'admin_email' ), sanitize_text_field( $subject ), implode( "\n\n", $lines ), $headers );
}
